import Glibc
import StandIn

exit(StandInProgram.run(Array(CommandLine.arguments.dropFirst())))
