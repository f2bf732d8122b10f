// Prints what urdfdom makes of one URDF file, as JSON in the shape of a scenec physics summary:
// errors, links with mass, com, inertia and pose, joints with anchor, axes and limits. World frame, SI, joints at zero.
// A root link `world` is the ground, as it is for simulators.
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <console_bridge/console.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include "json_text.hpp"

namespace
{
// Keeps the errors that urdfdom reports: after some of them it still returns a model.
struct Log : console_bridge::OutputHandler
{
  std::vector<std::string> errors;
  void log(const std::string &_text, console_bridge::LogLevel _level, const char *, int) override
  {
    if (_level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
      errors.push_back(_text);
  }
};

std::string Vector(const urdf::Vector3 &_v) { return Numbers({_v.x, _v.y, _v.z}); }

urdf::Pose Times(const urdf::Pose &_a, const urdf::Pose &_b)
{
  urdf::Pose out;
  const urdf::Vector3 moved = _a.rotation * _b.position;
  out.position = urdf::Vector3(_a.position.x + moved.x, _a.position.y + moved.y, _a.position.z + moved.z);
  out.rotation = _a.rotation * _b.rotation;
  return out;
}

// I_W = R I R^T
std::string Tensor(const urdf::Inertial &_inertial, const urdf::Rotation &_turn)
{
  const double i[3][3] = {{_inertial.ixx, _inertial.ixy, _inertial.ixz},
                          {_inertial.ixy, _inertial.iyy, _inertial.iyz},
                          {_inertial.ixz, _inertial.iyz, _inertial.izz}};
  double r[3][3];
  for (int k = 0; k < 3; ++k)
  {
    const urdf::Vector3 column = _turn * urdf::Vector3(k == 0, k == 1, k == 2);
    r[0][k] = column.x, r[1][k] = column.y, r[2][k] = column.z;
  }
  std::vector<std::string> rows;
  for (int a = 0; a < 3; ++a)
  {
    std::vector<double> row(3);
    for (int b = 0; b < 3; ++b)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          row[b] += r[a][k] * i[k][l] * r[b][l];
    rows.push_back(Numbers(row));
  }
  return Join(rows);
}

std::string Path(const urdf::ModelInterface &_robot, const std::string &_link)
{
  return _link == "world" && _robot.root_link_->name == _link ? "world" : _robot.name_ + "::" + _link;
}

std::string LinkJson(const urdf::ModelInterface &_robot, const urdf::Link &_link, const urdf::Pose &_X_WL)
{
  urdf::Inertial inertial;
  if (_link.inertial)
    inertial = *_link.inertial;
  else
    inertial.clear();
  const urdf::Pose X_WI = Times(_X_WL, inertial.origin);
  const urdf::Vector3 &p = _X_WL.position;
  const urdf::Rotation &q = _X_WL.rotation;
  return "{\"path\":" + Text(Path(_robot, _link.name)) + ",\"static\":false,\"mass\":" + Number(inertial.mass) + ",\"pose\":" +
         Numbers({p.x, p.y, p.z, q.w, q.x, q.y, q.z}) + ",\"com\":" + Vector(X_WI.position) + ",\"inertia\":" + Tensor(inertial, X_WI.rotation) + "}";
}

std::string JointJson(const urdf::ModelInterface &_robot, const urdf::Joint &_joint, const urdf::Pose &_X_WJ)
{
  static const char *const types[] = {"unknown", "revolute", "continuous", "prismatic", "floating", "planar", "fixed"};
  std::string axes;
  const bool turns = _joint.type == urdf::Joint::REVOLUTE || _joint.type == urdf::Joint::CONTINUOUS;
  if (turns || _joint.type == urdf::Joint::PRISMATIC || _joint.type == urdf::Joint::PLANAR)
  {
    urdf::Vector3 axis = _X_WJ.rotation * _joint.axis;
    const double length = std::sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
    axis = urdf::Vector3(axis.x / length, axis.y / length, axis.z / length);
    const bool limited = _joint.limits && (_joint.type == urdf::Joint::REVOLUTE || _joint.type == urdf::Joint::PRISMATIC);
    axes = "{\"axis\":" + Vector(axis) + ",\"lower\":" + (limited ? Limit(_joint.limits->lower) : "null") +
           ",\"upper\":" + (limited ? Limit(_joint.limits->upper) : "null") + "}";
  }
  return "{\"path\":" + Text(_robot.name_ + "::" + _joint.name) + ",\"type\":\"" + types[_joint.type] +
         "\",\"parent\":" + Text(Path(_robot, _joint.parent_link_name)) + ",\"child\":" + Text(Path(_robot, _joint.child_link_name)) +
         ",\"anchor\":" + Vector(_X_WJ.position) + ",\"axes\":[" + axes + "]}";
}
}  // namespace

int main(int _argc, char **_argv)
{
  std::ifstream file(_argc > 1 ? _argv[1] : "", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Log log;
  console_bridge::useOutputHandler(&log);
  console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_ERROR);
  urdf::ModelInterfaceSharedPtr robot;
  try
  {
    robot = urdf::parseURDF(text);
  }
  catch (const std::exception &problem)
  {
    log.errors.push_back(problem.what());
  }
  if (!robot && log.errors.empty())
    log.errors.push_back("no robot");
  std::vector<std::string> errors, links, joints;
  for (const std::string &message : log.errors)
    errors.push_back("{\"message\":" + Text(message) + "}");
  if (robot)
  {
    std::vector<std::pair<urdf::LinkConstSharedPtr, urdf::Pose>> waiting{{robot->root_link_, urdf::Pose()}};
    while (!waiting.empty())
    {
      const auto [link, X_WL] = waiting.back();
      waiting.pop_back();
      if (Path(*robot, link->name) != "world")
        links.push_back(LinkJson(*robot, *link, X_WL));
      for (const auto &joint : link->child_joints)
      {
        const urdf::Pose X_WJ = Times(X_WL, joint->parent_to_joint_origin_transform);
        joints.push_back(JointJson(*robot, *joint, X_WJ));
        waiting.emplace_back(robot->getLink(joint->child_link_name), X_WJ);
      }
    }
  }
  std::cout << "{\"errors\":" << Join(errors) << ",\n\"links\":" << Join(links) << ",\n\"joints\":" << Join(joints) << "}" << std::endl;
  return 0;
}
