// Loads every file named on standard input with libsdformat, each with a new Root as tools do, and prints the CPU seconds it took.
#include <ctime>
#include <iostream>
#include <string>

#include <sdf/sdf.hh>

int main(int _argc, char **_argv)
{
  sdf::ParserConfig config = sdf::ParserConfig::GlobalConfig();
  for (int i = 1; i < _argc; ++i)
    config.AddURIPath("model://", _argv[i]);
  sdf::Console::Instance()->SetQuiet(true);
  const std::clock_t start = std::clock();
  for (std::string file; std::getline(std::cin, file);)
  {
    sdf::Root root;
    root.Load(file, config);
  }
  std::cout << double(std::clock() - start) / CLOCKS_PER_SEC << std::endl;
}
