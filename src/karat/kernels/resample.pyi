from karat.model.columns import Longs, Numbers

TILE: int
LANES: int
SHARES: tuple[int, ...]

def weighted_sums(
    unit: Longs, column: Numbers, samples: int, seed: int, poisson: bool,
    key: Numbers, weight: Numbers, total: Longs,
) -> None: ...  # fmt: skip
def weights(
    unit: Longs, samples: int, seed: int, poisson: bool,
    key: Numbers, weight: Numbers, found: Numbers,
) -> None: ...  # fmt: skip
