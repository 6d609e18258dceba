// Who else is at this item: the page says every few seconds that it is open, and hears about the others.
import { send } from "./annotate_saving.js";

const EVERY = 4000;

export const watch = (address, heard) => {
  const tab = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const say = async () => {
    if (document.visibilityState === "hidden") return;
    try {
      const answer = await send(address, { tab });
      if (answer.ok) heard(await answer.json());
    } catch {
      // Saving says when the server cannot be reached.
    }
  };
  const timer = setInterval(say, EVERY);
  document.addEventListener("visibilitychange", say);
  addEventListener("pagehide", () => {
    clearInterval(timer);
    send(address, { tab, leaving: true }, { keepalive: true }).catch(() => {});
  });
  say();
};
