"""What the schemes that read the labels and tags of trees have in common."""

from dataclasses import dataclass

from karat.files.profile import DEFAULT, Profile, digest_of, load
from karat.model.scheme import Scheme, option


@dataclass(frozen=True)
class Profiled(Scheme):
    """A scheme that reads labels, tags or null elements with the help of a grammar profile."""

    profile: str = option(
        DEFAULT, "grammar profiles, joined by +: 1991, brown, claws, ptb, ud, xtag, or a .toml file"
    )
    system_profile: str = option(
        "", "the system's grammar profiles, if they are others than gold's"
    )
    null: tuple[str, ...] = option((), "more words and tags that are null elements, joined by +")

    @property
    def grammars(self) -> tuple[Profile, Profile]:
        system = self.system_profile or self.profile
        return load(self.profile, self.null), load(system, self.null)

    @property
    def reads_names(self) -> bool:
        return True

    def digest(self) -> str:
        return digest_of(self.profile) + digest_of(self.system_profile)
