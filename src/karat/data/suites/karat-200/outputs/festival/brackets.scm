Error evaluating default voice: voice_kal_diphone
continuing
