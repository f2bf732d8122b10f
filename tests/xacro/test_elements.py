"""The elements of xacro. The results were compared with those of ROS's xacro 2.1.1 (`tests/consumers/test_xacro.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenec.errors import ReadError, UsageError
from scenec.xacro.expansion import arguments_of
from tests.xacro.expanding import expanded, result

MACRO = '<xacro:macro name="m" params="{}">{}</xacro:macro>'


def macro(params: str, body: str) -> str:
    return MACRO.format(params, body)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<xacro:property name="a" value="2"/><l v="${a*2}"/>', '<l v="4"/>'),
        ('<xacro:property name="a" value="${b}"/><xacro:property name="b" value="3"/><l v="${a}"/>', '<l v="3"/>'),
        ("<xacro:property name='a' value=\"'2'\"/><l v='${a + 1}'/>", '<l v="3"/>'),  # quotes keep a text only until it is used
        ('<xacro:property name="a" value="1_0"/><l v="${a}"/>', '<l v="1_0"/>'),
        ('<xacro:property name="a" value="1"/><xacro:property name="a" default="2"/><l v="${a}"/>', '<l v="1"/>'),
        ('<xacro:property name="a" default="2"/><l v="${a}"/>', '<l v="2"/>'),
        (
            '<xacro:property name="b"><x v="${k}"/></xacro:property><xacro:property name="k" value="1"/><xacro:insert_block name="b"/>',
            '<x v="1"/>',
        ),
        ('<xacro:property name="n${1+1}" value="5"/><l v="${n2}"/>', '<l v="5"/>'),
        (
            '<xacro:if value="true"><a/></xacro:if><xacro:if value="0"><b/></xacro:if><xacro:unless value="${1 > 2}"><c/></xacro:unless>',
            "<a/><c/>",
        ),
        ("<xacro:element xacro:name=\"${'a' + 'b'}\" v=\"${1+1}\"><c/></xacro:element>", '<ab v="2"><c/></ab>'),
        ('<a v="1"><xacro:attribute name="v" value="${1+1}"/><xacro:attribute name="w" value="x"/></a>', '<a v="2" w="x"/>'),
        ('<xacro:arg name="a" default="7"/><l v="$(arg a)${$(arg a) + 1}"/>', '<l v="78"/>'),
        ('<l v="$${a} $$(b) $c"/>', '<l v="${a} $(b) $c"/>'),
        ("<p>${1+1}</p><p>a<xacro:if value='1'>b</xacro:if>c</p>", "<p>2</p><p>abc</p>"),
        ('<l v="$(eval 1 + 2)"/>', '<l v="3"/>'),
    ],
)
def test_properties_conditions_and_elements(body: str, message: str) -> None:
    assert result(body.replace("> 2", "&gt; 2")) == message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (macro("a b:=2", '<x v="${a} ${b}"/>') + '<xacro:m a="1"/><xacro:m a="1" b="0"/>', '<x v="1 2"/><x v="1 0"/>'),
        (macro("a=${1 + 1}", '<x v="${a}"/>') + "<xacro:m/>", '<x v="2"/>'),
        (macro("a:=^|9", '<x v="${a}"/>') + '<xacro:m/><xacro:property name="a" value="3"/><xacro:m/>', '<x v="9"/><x v="3"/>'),
        (macro("*b", '<x><xacro:insert_block name="b"/></x>') + "<xacro:m><y v='1'><z/></y></xacro:m>", '<x><y v="1"><z/></y></x>'),
        (macro("**b", '<x><xacro:insert_block name="b"/></x>') + "<xacro:m><y><z/><w/></y></xacro:m>", "<x><z/><w/></x>"),
        (macro("*a *b", '<xacro:insert_block name="b"/><xacro:insert_block name="a"/>') + "<xacro:m><y/><z/></xacro:m>", "<z/><y/>"),
        (macro("a", '<x v="${a}"/>') + '<xacro:call macro="${\'m\'}" a="1"/>', '<x v="1"/>'),
        (
            macro("k", '<x v="${k}"/><xacro:if value="${k}"><xacro:m k="${k-1}"/></xacro:if>') + '<xacro:m k="2"/>',
            '<x v="2"/><x v="1"/><x v="0"/>',
        ),
        (macro("", '<xacro:property name="p" value="1" scope="parent"/>') + '<xacro:m/><l v="${p}"/>', '<l v="1"/>'),
        (macro("a", '<xacro:property name="p" value="${a}" scope="global"/>') + '<xacro:m a="4"/><l v="${p}"/>', '<l v="4"/>'),
        (
            macro("", '<x v="${own}"/>') + macro("", "").replace('"m"', '"n"') + '<xacro:property name="own" value="1"/><xacro:m/>',
            '<x v="1"/>',
        ),
        # The block is evaluated where the macro is called: the property of the same name in the macro is another one.
        (
            macro("v *b", '<xacro:insert_block name="b"/>') + '<xacro:property name="v" value="1"/><xacro:m v="2"><y w="${v}"/></xacro:m>',
            '<y w="1"/>',
        ),
    ],
)
def test_macros(body: str, message: str) -> None:
    assert result(body) == message


def test_a_property_of_a_macro_is_gone_after_the_call() -> None:
    with pytest.raises(ReadError, match="'p' is not defined"):
        result(macro("", '<xacro:property name="p" value="1"/>') + '<xacro:m/><l v="${p}"/>')


def test_includes_and_namespaces(tmp_path: Path) -> None:
    part = '<xacro:property name="size" value="3"/><xacro:macro name="box" params=""><box v="${size}"/></xacro:macro><inc/>'
    assert (
        result('<xacro:include filename="part.xacro"/><xacro:box/><l v="${size}"/>', tmp_path, part=part) == '<inc/><box v="3"/><l v="3"/>'
    )
    body = '<xacro:include filename="$(find pkg)/part.xacro" ns="p"/><xacro:p.box/><l v="${p.size}"/>'
    assert result(body, tmp_path) == '<inc/><box v="3"/><l v="3"/>'
    assert result('<xacro:include filename="p*t.xacro"/>', tmp_path) == "<inc/>"
    assert result('<xacro:include filename="nowhere.xacro" optional="true"/><l/>', tmp_path) == "<l/>"


def test_prefixes_are_declared_where_a_macro_or_file_is_used(tmp_path: Path) -> None:
    (tmp_path / "part.xacro").write_text('<robot xmlns:xacro="x" xmlns:b="of b"><b:l/></robot>', encoding="utf-8")
    body = '<xacro:macro name="m" xmlns:a="of a"><xacro:include filename="part.xacro"/></xacro:macro><xacro:m/>'
    document = expanded(body, tmp_path)
    assert document.root.attributes == {"name": "r", "xmlns:a": "of a", "xmlns:b": "of b"}
    assert str(document.source(document.root, "xmlns:b")) == "part.xacro:1:33"


def test_yaml_with_units_and_dotted_access(tmp_path: Path) -> None:
    text = "arm: {mass: 2.5, tools: [{w: 1}, {w: 2}]}\nangle: !degrees 180\nlong: !inches 2*10\n"
    before = "<xacro:property name='y' value=\"${xacro.load_yaml('part.yaml')}\"/>"
    body = '<l a="${y.arm.mass}" b="${y[\'arm\'][\'tools\'][1][\'w\'] + y.arm.tools[0].w}" c="${y.angle}" d="${y.long}"/>'
    assert result(before + body, tmp_path, part=text) == '<l a="2.5" b="3" c="3.141592653589793" d="0.508"/>'


def test_relative_names_start_from_the_file_that_is_being_read(tmp_path: Path) -> None:
    """Not from that of the macro: what ROS's xacro does, and what surprises people."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "v.yaml").write_text("a: inner", encoding="utf-8")
    (tmp_path / "v.yaml").write_text("a: outer", encoding="utf-8")
    text = "<xacro:macro name='m' params=''><l v=\"${load_yaml('v.yaml').a}\"/></xacro:macro><xacro:m/>"
    (tmp_path / "sub" / "part.xacro").write_text(f'<robot xmlns:xacro="x">{text}</robot>', encoding="utf-8")
    assert result('<xacro:include filename="sub/part.xacro"/><xacro:m/>', tmp_path) == '<l v="inner"/><l v="outer"/>'


def test_arguments_of_the_call_win_over_defaults() -> None:
    assert result('<xacro:arg name="a" default="7"/><l v="$(arg a)"/>', arguments={"a": "given"}) == '<l v="given"/>'


def test_environment_variables_are_read_by_permission_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCENEC_TEST_NAME", "secret")
    body = '<l v="$(env SCENEC_TEST_NAME)"/>'
    assert expanded(body, environment=["SCENEC_TEST_NAME"]).root.children[0].attributes == {"v": "secret"}
    with pytest.raises(ReadError, match="allow it by --allow-env SCENEC_TEST_NAME"):
        expanded(body)
    document = expanded('<l v="$(optenv SCENEC_TEST_NAME plain)"/>')
    assert document.root.children[0].attributes == {"v": "plain"}
    assert [text for _, text in document.warnings] == [
        "$(optenv SCENEC_TEST_NAME) gives its default: --allow-env SCENEC_TEST_NAME lets the variable be read"
    ]


def test_an_attribute_that_is_lost_is_remarked_on() -> None:
    document = expanded('<a>\n<xacro:if value="1"><xacro:attribute name="v" value="1"/></xacro:if></a>')
    assert document.root.children[0].attributes == {}
    ((place, text),) = document.warnings
    assert (place.line, text) == (3, "<xacro:attribute> adds to <xacro:if>, which is not in the result: v is lost")


def test_the_outermost_element_of_an_included_file_is_evaluated(tmp_path: Path) -> None:
    """The block is not in the result, but ROS's xacro refuses faults in it."""
    (tmp_path / "part.xacro").write_text('<robot xmlns:xacro="x" name="${nowhere}"/>', encoding="utf-8")
    with pytest.raises(ReadError, match=r"part.xacro:1:30: 'nowhere' is not defined"):
        expanded('<xacro:include filename="part.xacro"/>', tmp_path)


def test_a_mistyped_attribute_is_remarked_on() -> None:
    document = expanded('<xacro:property name="a" valeu="1"/>')
    assert [text for _, text in document.warnings] == ["unknown attribute valeu of <xacro:property>, did you mean value?"]


def test_hiding_a_name_of_expressions_is_remarked_on() -> None:
    document = expanded('<xacro:property name="pi" value="3"/><l v="${pi} ${math.floor(math.pi * 100)}"/>')
    assert document.root.children[0].attributes == {"v": "3 314"}
    assert [text for _, text in document.warnings] == ["the property 'pi' hides a function or constant of this name"]


def test_macros_may_call_themselves_hundreds_of_times() -> None:
    """ROS's xacro manages 320 with an <xacro:if> in each."""
    body = macro("k", '<x/><xacro:if value="${k}"><xacro:m k="${k-1}"/></xacro:if>') + '<xacro:m k="350"/>'
    assert len(expanded(body).root.children) == 351


def test_parameters_of_the_command_line_become_arguments() -> None:
    assert arguments_of(["a:=1", "b := two words ", "a:=2", "c:="]) == {"a": "2", "b": "two words", "c": ""}
    with pytest.raises(UsageError, match="the parameter 'a=1' has no name; expected NAME:=VALUE"):
        arguments_of(["a=1"])


def test_a_robot_of_thousands_of_links_is_within_the_limits() -> None:
    """The bounds are for endless files, not for large ones."""
    shape = '<visual><geometry><box size="1 ${i} 1"/></geometry></visual>'
    link = f'<link name="l${{i}}"><inertial><mass value="${{i / 10}}"/></inertial>{shape}</link>'
    calls = "".join(f'<xacro:m i="{i}"/>' for i in range(5000))
    assert len(expanded(macro("i", link) + calls).root.children) == 5000
