"""Merkle trees against the published vectors of Certificate Transparency, and their proofs as a property."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.merkle import EMPTY, inclusion_proof, leaf_hash, root, verify_inclusion

# Inputs and roots of the test of the reference implementation (google/certificate-transparency).
INPUTS = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_are_those_of_the_reference_implementation(size):
    assert root([leaf_hash(data) for data in INPUTS[:size]]).hex() == ROOTS[size - 1]


def test_the_empty_tree_has_the_hash_of_nothing():
    assert root([]) == EMPTY == sha256(b"").digest()


@given(st.lists(st.binary(max_size=8), min_size=1, max_size=40), st.data())
def test_every_leaf_proves_itself_and_no_other_place(texts, data):
    leaves = [leaf_hash(bytes([place]) + text) for place, text in enumerate(texts)]
    index = data.draw(st.integers(0, len(leaves) - 1))
    path, top = inclusion_proof(leaves, index), root(leaves)
    assert verify_inclusion(leaves[index], index=index, size=len(leaves), path=path, expected=top)
    other = data.draw(st.integers(0, len(leaves) - 1).filter(lambda place: place != index) | st.none())
    if other is not None:
        assert not verify_inclusion(leaves[other], index=index, size=len(leaves), path=path, expected=top)
    assert not verify_inclusion(leaves[index], index=index, size=len(leaves), path=[*path, top], expected=top)
    assert not verify_inclusion(leaf_hash(b"x"), index=index, size=len(leaves), path=path, expected=top)


def test_a_proof_for_a_place_outside_the_tree_is_refused():
    with pytest.raises(IndexError):
        inclusion_proof([leaf_hash(b"a")], 1)
    assert not verify_inclusion(leaf_hash(b"a"), index=1, size=1, path=[], expected=leaf_hash(b"a"))
