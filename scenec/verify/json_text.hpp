// What both loaders print: JSON strings, numbers, limits, vectors and lists. Included by each, compiled into each.
#pragma once
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

inline std::string Text(const std::string &_raw)
{
  std::string out = "\"";
  for (unsigned char c : _raw)
  {
    char escaped[8];
    if (c == '"' || c == '\\')
      (out += '\\') += static_cast<char>(c);
    else if (c < 0x20)
      std::snprintf(escaped, sizeof escaped, "\\u%04x", c), out += escaped;
    else
      out += static_cast<char>(c);
  }
  return out + "\"";
}

inline std::string Number(double _x)
{
  if (!std::isfinite(_x))
    return "null";
  char out[40];
  std::snprintf(out, sizeof out, "%.17g", _x);
  return out;
}

// Infinity and numbers of at least 1e16 stand for no limit.
inline std::string Limit(double _x) { return std::abs(_x) >= 1e16 ? "null" : Number(_x); }

inline std::string Numbers(const std::vector<double> &_items)
{
  std::string out;
  for (const double item : _items)
    out += (out.empty() ? "" : ",") + Number(item);
  return "[" + out + "]";
}

inline std::string Join(const std::vector<std::string> &_items)
{
  std::string out;
  for (const auto &item : _items)
    out += (out.empty() ? "" : ",\n") + item;
  return "[" + out + "]";
}
