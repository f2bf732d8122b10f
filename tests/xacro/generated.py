"""Xacro files made at random, the same for the same seed: properties in all scopes, macros with all kinds of parameters, blocks,
conditions, includes, and expressions of numbers, texts, lists and maps."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from xml.sax.saxutils import escape

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
YAML = """
arm: {mass: 2.5, size: [0.1, 0.2, 3], name: upper, angle: !degrees 90, ok: true}
reach: !millimeters 850
half: !degrees "pi * 10"
tools: [{name: gripper, width: 0.08}, {name: camera, width: 1e-2}]
text: "1"
none: null
"""


class Maker:
    """Makes the files of one seed. depth: of what is being made; numbers, texts, lists: names of properties by what they hold."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.numbers: list[str] = []
        self.texts: list[str] = []
        self.lists: list[str] = []
        self.macros: list[tuple[str, str]] = []
        self.count = 0

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def files(self) -> Mapping[str, str]:
        body = ['<xacro:property name="y" value="${xacro.load_yaml(\'values.yaml\')}"/>']
        body += [self.property() for _ in range(self.random.randint(2, 6))]
        body += [self.statement(0) for _ in range(self.random.randint(5, 14))]
        files = {"main.xacro": _robot("\n".join(body), ' name="generated"'), "values.yaml": YAML}
        files["part.xacro"] = _robot(PART)
        return files

    # -- expressions

    def number(self, depth: int) -> str:
        pick = self.random.random()
        if depth > 3 or pick < 0.3:
            return self.random.choice(["1", "2", "-3", "0.1", "2.50", "1e-3", "7", "pi", "1e16", "0.30000000000000004", "100"])
        if pick < 0.5 and self.numbers:
            return self.random.choice(self.numbers)
        a, b = self.number(depth + 1), self.number(depth + 1)
        forms: list[Callable[[], str]] = [
            lambda: f"({a} + {b})",
            lambda: f"({a} - {b})",
            lambda: f"{a} * {b}",
            lambda: f"({a}) / ({b})",
            lambda: f"-({a})",
            lambda: f"({a}) // 2",
            lambda: f"({a}) % 3",
            lambda: f"({a})**2",
            lambda: f"sin({a})",
            lambda: f"radians({a})",
            lambda: f"math.cos({a})",
            lambda: f"sqrt(({a})**2)",
            lambda: f"max({a}, {b})",
            lambda: f"min([{a}, {b}, 4])",
            lambda: f"round({a}, 3)",
            lambda: f"int({a})",
            lambda: f"float({a})",
            lambda: f"len({self.text(depth + 1)})",
            lambda: f"({a} if {self.condition(depth + 1)} else {b})",
            lambda: f"python.sum({self.list(depth + 1)})",
            lambda: f"{self.list(depth + 1)}[0]",
            lambda: f"atan2({a}, {b})",
            lambda: f"hypot({a}, {b})",
            lambda: f"python.abs({a})",
            lambda: f"floor({a})",
        ]
        return self.random.choice(forms)()

    def text(self, depth: int) -> str:
        pick = self.random.random()
        if depth > 3 or pick < 0.35:
            return self.random.choice(["'left'", "'a_b'", "''", "'x y'", "'Wheel'"])
        if pick < 0.55 and self.texts:
            return self.random.choice(self.texts)
        a = self.text(depth + 1)
        forms: list[Callable[[], str]] = [
            lambda: f"({a} + {self.text(depth + 1)})",
            lambda: f"str({self.number(depth + 1)})",
            lambda: f"{a}.upper()",
            lambda: f"{a}.replace('l', 'r')",
            lambda: f"'-'.join([{a}, {self.text(depth + 1)}])",
            lambda: f"({a} * 2)",
            lambda: f"('%.3f' % ({self.number(depth + 1)}))",
            lambda: f"('%s_%d' % ({a}, 3))",
            lambda: f"{a}[:3]",
            lambda: f"{a}.strip().title()",
            lambda: f"xacro.tokenize('a,b;c')[{self.random.randint(0, 2)}]",
            lambda: f"({a} if {self.condition(depth + 1)} else 'no')",
        ]
        return self.random.choice(forms)()

    def list(self, depth: int) -> str:
        if self.lists and self.random.random() < 0.4:
            return self.random.choice(self.lists)
        a, b = self.number(depth + 1), self.number(depth + 1)
        forms = [
            f"[{a}, {b}]",
            f"([{a}] * 3)",
            f"[i * 2 for i in range({self.random.randint(1, 5)})]",
            f"list(map(float, [{a}, {b}]))",
            f"sorted([{a}, {b}, 0])",
            f"([x for x in [{a}, {b}, 1] if x > 0] + [5])",
            f"([{a}] + [{b}])",
            f"list(range(1, {self.random.randint(2, 6)}))",
        ]
        return self.random.choice(forms)

    def condition(self, depth: int) -> str:
        forms = [
            f"{self.number(depth + 1)} > {self.number(depth + 1)}",
            f"{self.text(depth + 1)} == 'left'",
            f"not {self.number(depth + 1)}",
            f"'l' in {self.text(depth + 1)}",
            "True",
            f"1 < {self.number(depth + 1)} <= 10",
            f"{self.text(depth + 1)} and 1",
        ]
        return f"({self.random.choice(forms)})"

    # -- statements

    def property(self, depth: int = 0) -> str:
        """A property. Later ones use it if it is defined in any case, so not one in a condition."""
        known = ([*self.numbers], [*self.texts], [*self.lists])
        text = self._property()
        if depth:
            self.numbers, self.texts, self.lists = known
        return text

    def _property(self) -> str:
        pick = self.random.random()
        extra = self.random.choice(["", "", "", ' lazy_eval="false"', ' scope="global"'])
        if pick < 0.35:
            name, value = self.name("n"), self.attribute(self.number(1))
            self.numbers.append(name)
        elif pick < 0.5:
            name, value = self.name("n"), self.random.choice(["1", "2.50", "-0.1", "1e3", "007", "+4", " 3 "])
            self.numbers.append(name)
        elif pick < 0.75:
            name, value = self.name("t"), f"t{self.attribute(self.text(1))}"
            self.texts.append(name)
        elif pick < 0.85:
            name, value = self.name("t"), self.random.choice(["plain", "'quoted'", "two words", "${'mixed'}_${1 + 1}", "a_1"])
            self.texts.append(name)
        else:
            name, value = self.name("l"), self.attribute(self.list(1))
            self.lists.append(name)
        return f'<xacro:property name="{name}" value="{value}"{extra}/>'

    def attribute(self, expression: str) -> str:
        return escape(f"${{{expression}}}", {'"': "&quot;"})

    def statement(self, depth: int) -> str:
        inner = "" if depth > 2 else "".join(self.statement(depth + 1) for _ in range(self.random.randint(0, 2)))
        number, text = self.attribute(self.number(1)), self.attribute(self.text(1))
        forms: list[Callable[[], str]] = [
            lambda: f'<link name="l_{text}"><mass value="{number}"/>{inner}</link>',
            lambda: f'<origin xyz="{number} 0 {self.attribute(self.number(2))}" rpy="$(arg rpy) {number}"/>',
            lambda: f'<param name="p">{number}</param>',
            lambda: f'<xacro:if value="{self.attribute(self.condition(1))}">{inner}<on/></xacro:if>',
            lambda: f'<xacro:unless value="{self.attribute(self.condition(1))}">{inner}<off a="{number}"/></xacro:unless>',
            lambda: f'<xacro:element xacro:name="e{self.random.randint(1, 3)}" v="{text}">{inner}</xacro:element>',
            lambda: f'<a b="1"><xacro:attribute name="{self.random.choice("bcd")}" value="{text}_"/>{inner}</a>',
            lambda: self.property(depth),
            lambda: self.property(depth),
            lambda: self.macro(depth),
            lambda: self.macro(depth),
            self.call,
            self.call,
            self.call,
            lambda: f'<v a="{self.attribute(self.list(1))}" b="$${{literal}} $(eval 1 + 2)"/>',
            lambda: f'<xacro:property name="t1" default="{text}"/>',
            lambda: '<xacro:property name="gone" value="1"/><xacro:property name="gone" remove="true"/>',
            self.yaml,
            self.include,
            self.loop,
        ]
        return self.random.choice(forms)()

    def yaml(self) -> str:
        use = [
            "y.arm.mass * 2",
            "y['arm']['size'][2]",
            "y.tools[1].name",
            "y['half']",
            "y.reach",
            "len(y.tools)",
            "y.arm.angle",
            "y.text + 'a'",
        ]
        use += [
            "[t['name'] for t in y['tools']]",
            "y['none']",
            "y.arm.ok",
            "y",
            "list(y.keys())",
            "'mass' in y.arm",
            "y.get('x', 3)",
            "y.arm",
        ]
        return f'<y v="{self.attribute(self.random.choice(use))}"/>'

    def include(self) -> str:
        space = self.random.choice(["", ' ns="s"'])
        prefix = "s." if space else ""
        return (
            f'<xacro:include filename="part.xacro"{space}/><i v="{self.attribute(prefix + "inner * 2")}"/>'
            f'<xacro:{prefix}part size="{self.attribute(self.number(2))}"/>'
        )

    def loop(self) -> str:
        name = self.name("loop")
        return (
            f'<xacro:macro name="{name}" params="k"><i n="${{k}}"/><xacro:if value="${{k > 0}}"><xacro:{name} k="${{k - 1}}"/></xacro:if>'
            f'</xacro:macro><xacro:{name} k="{self.random.randint(0, 6)}"/>'
        )

    def macro(self, depth: int) -> str:
        """A macro; `macros` keeps how it is called."""
        if depth:
            return self.call()
        name = self.name("m")
        params = ["a"]
        call = [f'a="{self.attribute(self.number(1))}"']
        uses = ["${a}"]
        for i in range(self.random.randint(0, 3)):
            parameter = f"p{i}"
            default = self.random.choice([":=2", "=0.5", ":='x y'", ":=^|7", ":=${1 + 1}", ":=''", ":=$(arg rpy)", ""])
            params.append(parameter + default)
            uses.append(f"${{{parameter}}}")
            if not default or self.random.random() < 0.4:
                call.append(f'{parameter}="{self.attribute(self.text(2))}"')
        content = ""
        body = f'<made v="{" ".join(uses)}"/>'
        if self.random.random() < 0.5:
            stars = self.random.choice(["*", "**"])
            params.append(f"{stars}block")
            content = f'<blk z="{self.attribute(self.number(2))}"><in1 w="${{1 + 1}}"/><in2/></blk>'
            body += '<around><xacro:insert_block name="block"/></around>'
        if self.random.random() < 0.4:
            scope = self.random.choice(["parent", "global"])
            body += f'<xacro:property name="out_{name}" value="${{a}}!" scope="{scope}"/>'
        if self.random.random() < 0.4:
            body += '<xacro:property name="local" value="${a}${a}"/><loc v="${local}"/>'
        if self.macros and self.random.random() < 0.5:
            body += self.call()
        self.macros.append((name, f"{' '.join(call)}>{content}"))
        return f'<xacro:macro name="{name}" params="{" ".join(params)}">{body}</xacro:macro>'

    def call(self) -> str:
        if not self.macros:
            return "<none/>"
        name, rest = self.random.choice(self.macros)
        if self.random.random() < 0.15:
            return f"<xacro:call macro=\"${{'{name}'}}\" {rest}</xacro:call>"
        return f"<xacro:{name} {rest}</xacro:{name}>"


PART = """
<xacro:property name="inner" value="21"/>
<xacro:macro name="part" params="size"><part size="${size * inner}"/></xacro:macro>
<frame name="of_part" v="${inner}"/>
"""


def _robot(body: str, name: str = "") -> str:
    return f'<?xml version="1.0"?>\n<robot {NAMESPACE}{name}>\n<xacro:arg name="rpy" default="0 0.5"/>\n{body}\n</robot>\n'
