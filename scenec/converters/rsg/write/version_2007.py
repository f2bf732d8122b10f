"""The names of the 2007 manual, which the releases up to 2009 use."""

from __future__ import annotations

from scenec.converters.rsg.vocabulary import OLD_CLASSES, OLD_METHODS
from scenec.converters.rsg.write.context import Writing
from scenec.syntax.said import Said
from scenec.syntax.sexp_printing import SList

CLASSES = {new: old for old, new in OLD_CLASSES.items()}
METHODS = {new: old for old, new in OLD_METHODS.items()}


def rename_for_2007(writing: Writing, body: SList) -> None:
    """Rename classes and methods, in place."""
    stack = list(body.lists)
    while stack:
        each = stack.pop()
        if each.atoms[0] != "nd":
            each.rename(METHODS.get(each.atoms[0], each.atoms[0]))
        elif each.atoms[1] in CLASSES:
            each.replace(1, Said(CLASSES[each.atoms[1]], each.said(1).ids))
        stack.extend(each.lists)
