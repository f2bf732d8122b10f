"""Xacro files that are made to run code, read what they should not, or take all time or memory: name -> the files, of which the first is
expanded. Each must end in one error."""

from __future__ import annotations

from collections.abc import Mapping

Files = Mapping[str, str | bytes]
NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'


def robot(body: str) -> str:
    return f'<?xml version="1.0"?>\n<robot name="r" {NAMESPACE}>\n{body}\n</robot>\n'


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def value(expression: str, before: str = "") -> Files:
    """A file that evaluates an expression."""
    return {"main.xacro": robot(f'{before}<link name="${{{escaped(expression)}}}"/>')}


def evaluated(expression: str) -> Files:
    """A file that evaluates an expression of the other kind."""
    return {"main.xacro": robot(f'<xacro:arg name="a" default="1"/><link name="$(eval {escaped(expression)})"/>')}


def properties(*values: str, last: str, lazy: str = "false") -> Files:
    """A file whose properties p0, p1, ... are worked out of each other. lazy: when the last one is used."""
    lines = [f'<xacro:property name="p{i}" value="${{{escaped(each)}}}" lazy_eval="{lazy}"/>' for i, each in enumerate(values)]
    return {"main.xacro": robot("\n".join([*lines, f'<link name="${{{escaped(last)}}}"/>']))}


def chained(first: str, step: str, count: int, last: str = "len(p{})", lazy: str = "false") -> Files:
    """Each property is made of the one before, which `step` calls {}."""
    return properties(first, *(step.format(*[f"p{i}"] * step.count("{}")) for i in range(count)), last=last.format(count), lazy=lazy)


def with_yaml(text: str | bytes, use: str = "y") -> Files:
    before = '<xacro:property name="y" value="${xacro.load_yaml(\'a.yaml\')}"/>'
    return {"main.xacro": robot(f'{before}<link name="${{{escaped(use)}}}"/>'), "a.yaml": text}


def macro(body: str, params: str = "n:=0", call: str = '<xacro:m n="0"/>') -> Files:
    return {"main.xacro": robot(f'<xacro:macro name="m" params="{params}">{body}</xacro:macro>{call}')}


_ALIASES = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(f"a{i + 1}: &a{i + 1} [{', '.join([f'*a{i}'] * 9)}]\n" for i in range(12))
_MERGES = "a0: &a0 {x: 1}\n" + "".join(f"a{i + 1}: &a{i + 1} {{<<: [{', '.join([f'*a{i}'] * 9)}]}}\n" for i in range(12))
_SUBCLASSES = "().__class__.__base__.__subclasses__()"
_CODE = "__import__('os').system('touch broken-out')"
_TWICE = (
    "".join(f'<xacro:macro name="m{i}" params=""><xacro:m{i + 1}/><xacro:m{i + 1}/></xacro:macro>' for i in range(60))
    + '<xacro:macro name="m60" params=""><link name="l"/></xacro:macro>'
)

RUNNING_CODE: Mapping[str, Files] = {
    "import": value(_CODE),
    "import in eval": evaluated(_CODE.replace("(", "[").replace(")", "]")),
    "builtins": value("__builtins__['__import__']('os')"),
    "class walk": value(_SUBCLASSES),
    "class walk in eval": evaluated("'x'.__class__.__mro__[1]"),
    "globals of a function": value("len.__globals__"),
    "self of a function": value("len.__self__"),
    "self of a method": value("'x'.upper.__self__"),
    "function's code": value("(lambda: 0).__code__.co_consts"),
    "module of math": value("math.__loader__"),
    "format walk": value("'{0.__class__.__mro__}'.format(1)"),
    "format map": value("'{a.__class__}'.format_map(dict(a=1))"),
    "getattr": value("getattr('x', '__class__')"),
    "type": value("type('x').mro()"),
    "vars": value("python.vars()"),
    "eval in an expression": value("eval('1+1')"),
    "exec": value("exec('x=1')"),
    "open": value("open('/etc/passwd').read()"),
    "compile": value("compile('1', 'f', 'eval')"),
    "generator frame": value("(x for x in [1]).gi_frame.f_back.f_globals"),
    "name made of pieces": {"main.xacro": robot("<xacro:property name=\"${'_' + '_builtins__'}\" value='1'/>")},
    "argument as expression": {
        "main.xacro": robot('<xacro:arg name="x" default="__import__"/><link name="${$(arg x)(\'os\')}"/>'),
    },
    "yaml object": with_yaml("!!python/object/apply:os.system ['touch broken-out']"),
    "yaml unit as code": with_yaml(f'a: !degrees "{_CODE}"'),
    "f-string": {"main.xacro": robot("<link>$(eval f'{a.__class__}')</link>")},
    "walrus": value("(a := 5)"),
    "await": value("await x"),
    "bytes of code": value("b'abc'.decode"),
}
TAKING_ALL: Mapping[str, Files] = {
    "power": value("9**9**9"),
    "power tower": value("2**2**2**2**2**2"),
    "power by properties": chained("10", "{}**{}", 40, last="p{}"),
    "squares": chained("12345678901234567890", "{}*{}", 60, last="p{}"),
    "shift": value("1 << 10**10"),
    "shifts": chained("1 << 4000", "{} << 4000", 60, last="p{}"),
    "factorial": value("factorial(10**7)"),
    "combinations": value("comb(10**6, 5*10**5)"),
    "product": value("math.prod([10**2000] * 50000)"),
    "round far left": value("round(5, -10**9)"),
    "text repeated": value("len('a' * 10**10)"),
    "text doubled": chained("'a' * 1000", "{} + {}", 60),
    "list repeated": value("len([0] * 10**10)"),
    "list doubled": chained("[0] * 1000", "{} + {}", 60),
    "lists in lists": chained("[0] * 10", "[{}] * 10", 30, last="str(p{})"),
    "lists compared": properties(
        "[0] * 10", *(f"[p{i}, p{i}]" for i in range(40)), "[0] * 10", *(f"[p{i}, p{i}]" for i in range(41, 81)), last="p40 == p81"
    ),
    "maps in maps": chained("dict(a=1)", "dict(a={}, b={})", 40, last="str(p{})"),
    "range": value("len(list(range(10**12)))"),
    "range looked through": value("1.5 in range(10**15)"),
    "sum of a range": value("python.sum(range(10**12))"),
    "comprehensions": value("len([0 for a in range(9999) for b in range(9999) for c in range(9999)])"),
    "comprehension nest": value(
        "[[[[[0 for a in range(99)] for b in range(99)] for c in range(99)] for d in range(99)] for e in range(99)]"
    ),
    "condition that never holds": value("[0 for a in range(50000) for b in range(50000) if a < 0]"),
    "map over map": value("list(map(lambda a: list(map(lambda b: a*b, range(9999))), range(9999)))"),
    "padding": value("'a'.rjust(10**10)"),
    "zero padding": value("'1'.zfill(10**10)"),
    "wide format": value("'%0999999999d' % 1"),
    "precise format": value("'%.999999999f' % 1"),
    "star format": value("'%*d' % (999999999, 1)"),
    "format of bytes": with_yaml("!!binary JTk5OTk5OTk5OWQ=", "y % 1"),
    "bytes repeated": with_yaml("!!binary JTk5OTk5OTk5OWQ=", "len(y * 10**10)"),
    "named format": value("'%(a)s%(a)s' % dict(a='x' * 500000)"),
    "replacing": value("len(('a' * 50000).replace('a', 'b' * 50000))"),
    "joining": value("len(('a' * 50000).join(['b'] * 50000))"),
    "equal hashes": value("len(python.set([i * 2305843009213693951 for i in range(90000)]))"),
    "equal hashes as keys": value("len(dict([(i * 2305843009213693951, 0) for i in range(90000)]))"),
    "lambda that calls itself": value("(lambda f: f(f))(lambda f: f(f))"),
    "sorting": value("[sorted(range(90000), key=lambda a: -a) for b in range(90000)]"),
    "deep parentheses": value("(" * 9000 + "1" + ")" * 9000),
    "deep minus": value("-" * 19000 + "1"),
    "long sum": value("1" + "+1" * 9000),
    "deep lists": value("[" * 150 + "]" * 150),
    "huge expression": value("1+" * 500_000 + "1"),
    "macro that calls itself": macro('<xacro:m n="${n+1}"/>'),
    "macro that calls itself twice": macro('<xacro:m n="${n+1}"/><xacro:m n="${n+1}"/>'),
    "macros that double": {"main.xacro": robot(f"{_TWICE}<xacro:m0/>")},
    "macro that nests": macro("<a><b><c><d><xacro:m/></d></c></b></a>", params="", call="<xacro:m/>"),
    "macro that grows": macro('<xacro:m n="${n + n}"/>', call="<xacro:m n=\"${'a' * 1000}\"/>"),
    "blocks in blocks": {
        "main.xacro": robot(
            '<xacro:macro name="m" params="*b"><a><xacro:insert_block name="b"/><xacro:insert_block name="b"/></a></xacro:macro>'
            + "<xacro:m>" * 40
            + "<link/>"
            + "</xacro:m>" * 40
        ),
    },
    "block that holds itself": {
        "main.xacro": robot('<xacro:property name="b"><xacro:insert_block name="b"/></xacro:property><xacro:insert_block name="b"/>'),
    },
    "property of itself": properties("p1", "p2", "p0", last="p0", lazy="true"),
    "properties of properties": chained("1", "{} + 1", 5000, last="p{}", lazy="true"),
    "parameters that backtrack": macro("", params="a:=" + "b" * 5000 + "'", call='<xacro:m a="1"/>'),
    "file that includes itself": {"main.xacro": robot('<xacro:include filename="main.xacro"/>')},
    "files that include each other twice": {
        "main.xacro": robot('<xacro:include filename="other.xacro"/><xacro:include filename="other.xacro"/>'),
        "other.xacro": robot('<xacro:include filename="main.xacro"/><xacro:include filename="main.xacro"/>'),
    },
    "yaml aliases": with_yaml(_ALIASES),
    "yaml merges": with_yaml(_MERGES),
    "yaml circle": with_yaml("a: &a [*a]\n"),
    "yaml depth": with_yaml("[" * 50_000),
    "yaml keys": with_yaml("{" + ", ".join(f"{i * 2305843009213693951}: 0" for i in range(20_000)) + "}"),
    "entities": {
        "main.xacro": '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>' + robot("<link>&b;</link>")[22:],
    },
}
_LONG = "<xacro:property name='s' value=\"${'a' * 900000}\" lazy_eval='false'/>"
_TUPLE = "<xacro:property name='t' value=\"${python.tuple(range(90000))}\" lazy_eval='false'/>"
_NAMES = "".join(f'<xacro:property name="wheel_{i}" value="1"/>' for i in range(50_000))
HIDDEN_WORK: Mapping[str, Files] = {
    "looking through a text": value("[0 for i in range(90000) if s.isalpha()]", _LONG),
    "searching in a text": value("[0 for i in range(90000) if 'b' in s]", _LONG),
    "comparing texts": value("[0 for i in range(90000) if s[1:] == s]", _LONG),
    "counting by map": value("list(map(s.count, ['b'] * 90000))", _LONG),
    "copying by a key": value("len(sorted(['a'] * 9000, key=s.strip))", _LONG),
    "copying by the key of max": value("max(['a'] * 9000, key=s.strip)", _LONG),
    "lists of ranges": value("len(list(map(list, map(range, [90000] * 9000))))"),
    "lists of ranges by a key": value("len(sorted(list(map(range, [90000] * 9000)), key=list))"),
    "ranges side by side": value("len(python.zip(*[range(90000)] * 9000))"),
    "factorials": value("[len(list(map(math.factorial, [170] * 9000))) for i in range(9000)]"),
    "padded texts": value("len(list(map('x'.rjust, [1000] * 90000)))"),
    "hashing a tuple": value("[dict(a=1).get(t) for i in range(9000)]", _TUPLE),
    "looking a tuple up": value("[0 for i in range(9000) if t in dict(a=1)]", _TUPLE),
    "letters as values": value("python.zip(*s)", _LONG),
    "letters numbered": value("len(python.enumerate(s))", _LONG),
    "many separators": value("len(xacro.tokenize('a' * 90000, 'b' * 90000))"),
    "splitting": value("[len(s.split('a')) for i in range(9000)]", _LONG),
    "names looked up from deep inside": macro(
        '<xacro:if value="${n != 390}"><xacro:m n="${n + 1}"/></xacro:if>'
        '<xacro:unless value="${n != 390}"><l v="${[sin(cos(i)) for i in range(90000) for j in range(90000)]}"/></xacro:unless>'
    ),
    "nearest of many names": value("whel", _NAMES),
    "nearest to a long name": value("a" * 19000, f'<xacro:property name="{"a" * 190}" value="1"/>'),
    "property with a long name": {"main.xacro": robot(f'<xacro:property name="{"a" * 900_000}" value="1"/>')},
    "many attributes added": {
        "main.xacro": robot("<a>" + "".join(f'<xacro:attribute name="a{i}" value="1"/>' for i in range(90_000)) + "</a>"),
    },
    "many expressions in a text": {"main.xacro": robot('<a v="' + "${1}" * 300_000 + '"/>')},
    "many elements": {"main.xacro": robot("<a/>" * 600_000)},
    "large texts shared": macro("<a v='" + "x" * 900_000 + "'/><xacro:m/>", params="", call="<xacro:m/>"),
    "result nested too deep": macro('<a><b><c><xacro:if value="${n != 390}"><xacro:m n="${n + 1}"/></xacro:if></c></b></a>'),
    "parameters of no end": macro("", params=" ".join(f"p{i}:=1" for i in range(900)), call="<xacro:m/>" * 2000),
    "unknown attributes": {
        "main.xacro": robot('<xacro:property name="p" value="1" ' + " ".join(f'valu{i}=""' for i in range(50_000)) + "/><xacro:unknown/>"),
    },
    "attributes evaluated again and again": macro(
        "<a " + " ".join(f'a{i}="${{n}}"' for i in range(9000)) + "/>", call='<xacro:m n="1"/>' * 9000
    ),
    "attributes copied again and again": macro("<a " + " ".join(f'a{i}="1"' for i in range(9000)) + "/>", call='<xacro:m n="1"/>' * 9000),
    "escapes evaluated again and again": macro('<a v="' + "$${" * 200_000 + '"/>', call='<xacro:m n="1"/>' * 9000),
    "macros defined again and again": macro(
        f'<xacro:macro name="k" params="{" ".join(f"p{i}" for i in range(1500))}"/>', call='<xacro:m n="1"/>' * 9000
    ),
    "optional files that are not there": {
        "main.xacro": robot("".join(f'<xacro:include filename="no{i}.xacro" optional="1"/>' for i in range(30_000))),
    },
    "yaml of many values": with_yaml("- 1\n" * 900_000),
    "yaml of one text": with_yaml("a: " + "x" * 6_000_000),
    "package that is a path": {"main.xacro": robot('<xacro:include filename="$(find ../..)/x.xacro"/>')},
}
READING: Mapping[str, Files] = {
    "environment": {"main.xacro": robot('<link name="$(env HOME)"/>')},
    "environment in eval": {"main.xacro": robot("<link name=\"$(eval env['HOME'])\"/>")},
    "include of a system file": {"main.xacro": robot('<xacro:include filename="/etc/passwd"/>')},
    "include above the folder": {"main.xacro": robot('<xacro:include filename="../outside.xacro"/>')},
    "include by pattern above": {"main.xacro": robot('<xacro:include filename="../outside*"/><xacro:unknown/>')},
    "yaml above the folder": value("xacro.load_yaml('../outside.yaml')"),
    "yaml of a system file": value("xacro.load_yaml('/etc/passwd')"),
    "device": {"main.xacro": robot('<xacro:include filename="/dev/zero"/>')},
    "yaml device": value("load_yaml('/dev/zero')"),
    "package above": {"main.xacro": robot('<xacro:include filename="$(find ../..)/etc/passwd"/>')},
}
FILES: Mapping[str, Files] = {**RUNNING_CODE, **TAKING_ALL, **HIDDEN_WORK, **READING}
