"""Stems under many threads at once: a stemmer shared between them mixed their words up."""

from concurrent.futures import ThreadPoolExecutor

from memories.domain.stemming import stem, stems

STARTS, ENDS = ("connect", "hop", "relat", "nation"), ("ing", "ed", "ional", "s")
WORDS = [start + end for start in STARTS for end in ENDS]


def test_words_of_one_family_share_a_stem():
    assert stem("running") == stem("runs") == "run"


def test_threads_do_not_disturb_each_other():
    expected = stems(WORDS)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: [stems(WORDS) for _ in range(100)], range(16)))
    assert all(answer == expected for answers in found for answer in answers)
