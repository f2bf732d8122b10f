"""RubySceneGraph programs: nodes of all classes with calls of their methods, variables, expressions, switches, imports of themselves."""

from __future__ import annotations

from typing import Any

from benchmarks.fuzz.values import TEXTS, WORDS, Maker, Wild
from scenec.converters.rsg.vocabulary import IMMEDIATE, Form, NodeClass, vocabulary
from scenec.syntax.kinds import Kind

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
_USUAL = (
    "Transform", "Transform", "RigidBody", "Box", "Sphere", "BoxCollider", "CapsuleCollider", "HingeJoint", "UniversalJoint",
    "SliderJoint", "FixedJoint", "StaticMesh", "HingeEffector", "HingePerceptor", "Light", "Space", "TransformCollider",
    "SingleMatNode", "GyroRatePerceptor",
)
_EXPRESSIONS = (
    "(eval 1 + 2)", "(eval 1 / 0)", "(eval $a * 2)", "(join $a b)", "(eval 2 ** 9999)", "(eval 10.0 ** 400)", "(eval 0.0 / 0.0)",
    "(eval -7 % 3)", "(eval 1.5 % 0)", "(join)", "(eval)", "(eval A.b)", "(eval (join 1 2) + 3)", "(eval 1e308 * 10)",
    "(eval 9 ** 9 ** 9)", "(eval 1 << 99)", "(eval ((((1)))))", "(eval Math.sqrt(-1))", "(eval 'a' * 99)", "(eval 5.0.to_i)",
    "(eval -1 ** 0.5)",
)
# fmt: on
_MOST = 40


class _Program:
    def __init__(self, wild: Wild) -> None:
        self.wild, self.count = wild, 0

    def node(self, depth: int) -> str:
        self.count += 1
        wild = self.wild
        names = [name for name in _USUAL if name in vocabulary()]
        cls = vocabulary()[str(wild.pick(names if wild.rng.random() < 0.8 else list(vocabulary())))]
        calls = wild.some(list(cls.methods), 4)
        if cls.group in ("transform", "body", "collider") and wild.rng.random() < 0.7:
            calls.append("setName")
        if cls.group == "joint":
            calls = ["attach", *calls]
        parts = [self._call(cls, name) for name in calls if name != "importScene"]
        while depth < 7 and self.count < _MOST and wild.rng.random() < (0.75 if depth < 3 else 0.45):
            parts.append(self.node(depth + 1))
        if wild.rng.random() < 0.06:
            parts.append(self._statement(depth))
        if wild.wild:
            wild.rng.shuffle(parts)
        return f"(nd {cls.name if not wild.wild else self._atom(wild.name())} {' '.join(parts)})"

    def _call(self, cls: NodeClass, name: str) -> str:
        method = cls.methods.get(name)
        form: Form | None = self.wild.pick(method.forms) if method is not None else None
        arguments = form.arguments if form is not None else ()
        words = [self._argument(name, argument.kind) for argument in arguments if not argument.optional or self.wild.rng.random() < 0.7]
        if self.wild.wild:
            words = words[:1] + [self.wild.number()] * self.wild.rng.randint(0, 20)
        return f"({name} {' '.join(words)})"

    def _argument(self, method: str, kind: Kind[Any]) -> str:
        wild = self.wild
        if wild.rng.random() < 0.04:
            return str(wild.pick(("$a", "$b", *_EXPRESSIONS)))
        if method == "attach":
            return self._atom("/".join([".."] * wild.rng.randint(0, 3) + [wild.name(), *wild.some(("RigidBody", "a", "b"), 1)]))
        if method == "setName":
            return self._atom(wild.name())
        return self._atom(wild.value(kind))

    def _atom(self, text: str) -> str:
        plain = text and not set(text) & set(" \t\r\n()\"';$,`")
        return text if plain or self.wild.wild else "'" + text.replace("'", "") + "'"

    def _statement(self, depth: int) -> str:
        wild = self.wild
        return str(
            wild.pick(
                (
                    f"(def $a {self._atom(wild.number())})",
                    f"(def $a {wild.pick(_EXPRESSIONS)})",
                    "(def $a $a)",
                    f"(switch $a (1 ({self.node(depth + 1)})) (2 ({self.node(depth + 1)})))",
                    f"(sel {self._atom(wild.name())} {self._call(vocabulary()['Transform'], 'setLocalPos')})",
                    f"(importScene {wild.pick(('nonsense.rsg', 'nothing.rsg', '../a.rsg', 'nonsense.rsg 1 2'))})",
                    f"({wild.pick(sorted(IMMEDIATE))} {self._atom(wild.pick((*TEXTS, *WORDS)))})",
                    "(templ $a $b)",
                    "pwd",
                )
            )
        )


def rsg_program(wild: Wild) -> str:
    program = _Program(wild)
    body = ["(templ $a $b)"] if wild.rng.random() < 0.1 else []
    body += [program._statement(3) for _ in range(wild.rng.choice((0, 0, 1, 3)))]
    while program.count < 3 or wild.rng.random() < 0.5:
        body.append(program.node(0))
        if program.count >= _MOST:
            break
    header = "(RSG 0 1)" if not wild.wild else str(wild.pick(("(RDS 0 1)", "(RSG 0 2)", "(RSG 1e9 1)", "(RSG", "(RubySceneGraph 0 1 9)")))
    return header + "\n(\n" + "\n".join(body) + "\n)\n"


MAKERS = (Maker(rsg_program),)
