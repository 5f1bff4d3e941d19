"""Words of orders, to find the gaps again in text whose letters were written apart."""

_WORDS = """
    a account accounts admin all always and any anyone approve approved approval are as ask at
    bypass check checks command commands confirm confirmation conversation copy customer data delete
    developer disable do earlier every everything execute export files filter follow for forever
    forget former from grant ignore in instruction instructions is it keep key keys log logs memory
    message money need needs never new no not now obey of on only output over override password
    passwords pay payment payments permission previous print prior prompt quietly refund remember
    reveal review role root rule rules run safety secret secretly security send share shell skip
    store system tell that the this to token tokens transfer transfers trust trusted use user
    verification verify wallet whenever wire with without you your above disregard constraints
    guidelines policy restrictions
"""
SPACED_WORDS = frozenset(_WORDS.split())
