"""Finite fields, and rings made of them, as tables of numbers.

An element is a number from 0 to q - 1. In GF(p^e) its digits to the base p are the coefficients of
a polynomial over the integers mod p; products are taken modulo an irreducible polynomial, which is
found by trying (Galois 1830). A ring of composite order n is the direct product of the fields of
the prime powers in n.
"""

from dataclasses import dataclass
from functools import lru_cache

Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """Addition and multiplication of a ring as tables."""

    order: int
    plus: Table
    times: Table


def prime_powers(n: int) -> list[tuple[int, int]]:
    """The prime powers whose product is n, as prime and exponent, the smallest prime first."""
    powers = []
    prime = 2
    while n > 1:
        exponent = 0
        while n % prime == 0:
            n //= prime
            exponent += 1
        if exponent:
            powers.append((prime, exponent))
        prime += 1
    return powers


@lru_cache(maxsize=64)
def ring(n: int) -> Ring:
    """The direct product of the fields whose orders are the prime powers of n (a field if one)."""
    result = Ring(1, ((0,),), ((0,),))
    for prime, exponent in prime_powers(n):
        result = (
            _product(result, _field(prime, exponent))
            if result.order > 1
            else _field(prime, exponent)
        )
    return result


def spread_elements(n: int) -> list[int]:
    """Elements of `ring(n)` of which any two differ by a unit; as many as the least prime power.

    More there cannot be, since two of more would agree in that field.
    """
    orders = [prime**exponent for prime, exponent in prime_powers(n)]
    elements = []
    for digit in range(min(orders, default=1)):
        element = 0
        for order in orders:
            element = element * order + digit
        elements.append(element)
    return elements


def _product(a: Ring, b: Ring) -> Ring:
    def both(x: Table, y: Table) -> Table:
        return tuple(tuple(p * b.order + q for p in row for q in other) for row in x for other in y)

    return Ring(a.order * b.order, both(a.plus, b.plus), both(a.times, b.times))


def _field(prime: int, exponent: int) -> Ring:
    order = prime**exponent
    digits = [tuple(x // prime**i % prime for i in range(exponent)) for x in range(order)]

    def number(coefficients: list[int]) -> int:
        return sum(c % prime * prime**i for i, c in enumerate(coefficients))

    plus = tuple(
        tuple(number([x + y for x, y in zip(a, b, strict=True)]) for b in digits) for a in digits
    )
    for low in digits:
        times = tuple(tuple(number(_reduced(a, b, low, prime)) for b in digits) for a in digits)
        if all(1 in row for row in times[1:]):
            return Ring(order, plus, times)
    raise AssertionError("there is a field of each prime power")


def _reduced(a: tuple[int, ...], b: tuple[int, ...], low: tuple[int, ...], prime: int) -> list[int]:
    """a times b modulo x^e + low, as coefficients."""
    exponent = len(low)
    product = [0] * (2 * exponent - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    for top in range(len(product) - 1, exponent - 1, -1):
        for i, c in enumerate(low):
            product[top - exponent + i] -= product[top] * c
    return [c % prime for c in product[:exponent]]
