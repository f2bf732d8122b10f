// Prints what libsdformat makes of one SDFormat file, as JSON in the shape of a scenec physics summary:
// errors, links with mass, com, inertia and pose, joints with anchor, axes and limits. World frame, SI, joints at zero.
#include <iostream>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <sdf/sdf.hh>

#include "json_text.hpp"

// The mathematics of libsdformat, whose namespace has changed over the years.
using Pose3d = std::decay_t<decltype(std::declval<sdf::Link>().RawPose())>;
using Vector3d = std::decay_t<decltype(std::declval<Pose3d>().Pos())>;
using Matrix3d = std::decay_t<decltype(std::declval<sdf::Link>().Inertial().MassMatrix().Moi())>;

namespace
{
// SDFormat also says "unlimited" with a negative effort or velocity.
std::string Cap(double _x) { return _x < 0 ? "null" : Limit(_x); }

std::string Vector(const Vector3d &_v) { return Numbers({_v.X(), _v.Y(), _v.Z()}); }

std::string Pose(const Pose3d &_pose)
{
  const auto &p = _pose.Pos();
  const auto &q = _pose.Rot();
  return Numbers({p.X(), p.Y(), p.Z(), q.W(), q.X(), q.Y(), q.Z()});
}

struct Summary
{
  std::vector<std::string> errors, links, joints;

  void Fail(const sdf::Errors &_errors)
  {
    for (const auto &error : _errors)
      this->errors.push_back("{\"code\":" + std::to_string(static_cast<int>(error.Code())) + ",\"message\":" + Text(error.Message()) + "}");
  }

  Pose3d Resolve(const sdf::SemanticPose &_pose, const std::string &_in = "")
  {
    Pose3d out;
    this->Fail(_pose.Resolve(out, _in));
    return out;
  }

  void Link(const sdf::Link &_link, const Pose3d &_X_WM, const std::string &_scope, bool _static)
  {
    const Pose3d X_WL = _X_WM * this->Resolve(_link.SemanticPose());
    const auto &inertial = _link.Inertial();
    const Pose3d X_WC = X_WL * inertial.Pose();
    const Matrix3d R_WC(X_WC.Rot());
    const Matrix3d I_W = R_WC * inertial.MassMatrix().Moi() * R_WC.Transposed();
    std::string rows;
    for (int i = 0; i < 3; ++i)
      rows += (i ? "," : "") + Vector(Vector3d(I_W(i, 0), I_W(i, 1), I_W(i, 2)));
    this->links.push_back("{\"path\":" + Text(_scope + _link.Name()) + ",\"static\":" + (_static ? "true" : "false") +
                          ",\"mass\":" + Number(inertial.MassMatrix().Mass()) + ",\"pose\":" + Pose(X_WL) + ",\"com\":" + Vector(X_WC.Pos()) +
                          ",\"inertia\":[" + rows + "],\"collisions\":" + std::to_string(_link.CollisionCount()) +
                          ",\"visuals\":" + std::to_string(_link.VisualCount()) + ",\"sensors\":" + std::to_string(_link.SensorCount()) + "}");
  }

  static std::string Type(sdf::JointType _type)
  {
    switch (_type)
    {
      case sdf::JointType::BALL: return "ball";
      case sdf::JointType::CONTINUOUS: return "continuous";
      case sdf::JointType::FIXED: return "fixed";
      case sdf::JointType::GEARBOX: return "gearbox";
      case sdf::JointType::PRISMATIC: return "prismatic";
      case sdf::JointType::REVOLUTE: return "revolute";
      case sdf::JointType::REVOLUTE2: return "revolute2";
      case sdf::JointType::SCREW: return "screw";
      case sdf::JointType::UNIVERSAL: return "universal";
      default: return "invalid";
    }
  }

  void Joint(const sdf::Joint &_joint, const Pose3d &_X_WM, const std::string &_scope)
  {
    const Pose3d X_WJ = _X_WM * this->Resolve(_joint.SemanticPose(), "__model__");
    std::string parent, child;
    this->Fail(_joint.ResolveParentLink(parent));
    this->Fail(_joint.ResolveChildLink(child));
    std::vector<std::string> axes;
    for (unsigned int i = 0; i < 2; ++i)
    {
      const sdf::JointAxis *axis = _joint.Axis(i);
      if (!axis)
        continue;
      Vector3d a_J;
      this->Fail(axis->ResolveXyz(a_J));
      axes.push_back("{\"axis\":" + Vector(X_WJ.Rot().RotateVector(a_J)) + ",\"lower\":" + Limit(axis->Lower()) + ",\"upper\":" + Limit(axis->Upper()) +
                     ",\"effort\":" + Cap(axis->Effort()) + ",\"velocity\":" + Cap(axis->MaxVelocity()) + ",\"damping\":" + Number(axis->Damping()) +
                     ",\"friction\":" + Number(axis->Friction()) + "}");
    }
    const std::string inWorld = parent == "world" ? parent : _scope + parent;
    this->joints.push_back("{\"path\":" + Text(_scope + _joint.Name()) + ",\"type\":" + Text(Type(_joint.Type())) + ",\"parent\":" + Text(inWorld) +
                           ",\"child\":" + Text(_scope + child) + ",\"anchor\":" + Vector(X_WJ.Pos()) + ",\"axes\":" + Join(axes) + "}");
  }

  void Model(const sdf::Model &_model, const Pose3d &_X_WP, const std::string &_outer, bool _static)
  {
    const Pose3d X_WM = _X_WP * this->Resolve(_model.SemanticPose());
    const std::string scope = _outer + _model.Name() + "::";
    const bool fixed = _static || _model.Static();
    for (uint64_t i = 0; i < _model.LinkCount(); ++i)
      this->Link(*_model.LinkByIndex(i), X_WM, scope, fixed);
    for (uint64_t i = 0; i < _model.JointCount(); ++i)
      this->Joint(*_model.JointByIndex(i), X_WM, scope);
    for (uint64_t i = 0; i < _model.ModelCount(); ++i)
      this->Model(*_model.ModelByIndex(i), X_WM, scope, fixed);
  }
};
}  // namespace

int main(int _argc, char **_argv)
{
  if (_argc != 2)
    return 2;
  const std::string file = _argv[1];
  const std::string folder = file.substr(0, file.find_last_of('/'));
  sdf::ParserConfig config = sdf::ParserConfig::GlobalConfig();
  config.AddURIPath("model://", folder);
  Summary summary;
  sdf::Root root;
  summary.Fail(root.Load(file, config));
  if (const sdf::Model *model = root.Model())
    summary.Model(*model, Pose3d::Zero, "", false);
  std::string gravity = "null";
  for (uint64_t w = 0; w < root.WorldCount(); ++w)
  {
    const sdf::World &world = *root.WorldByIndex(w);
    gravity = Vector(world.Gravity());
    for (uint64_t i = 0; i < world.ModelCount(); ++i)
      summary.Model(*world.ModelByIndex(i), Pose3d::Zero, "", false);
  }
  std::cout << "{\"gravity\":" << gravity << ",\n\"errors\":" << Join(summary.errors) << ",\n\"links\":" << Join(summary.links)
            << ",\n\"joints\":" << Join(summary.joints) << "}" << std::endl;
}
