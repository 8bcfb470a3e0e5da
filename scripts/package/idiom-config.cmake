# find_package(idiom): the plugin for targets of a CMake project.
#
#   find_package(idiom REQUIRED)
#   idiom_use(lengths)     # compiles C and C++ of the target with the plugin, again when the plugin changes
#
# idiom_PLUGIN is the plugin, idiom_INCLUDE_DIR has idiom.h. Clang only: no other compiler loads it.

get_filename_component(_idiom_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(idiom_PLUGIN "${_idiom_prefix}/lib/libidiom.so")
set(idiom_INCLUDE_DIR "${_idiom_prefix}/include")
unset(_idiom_prefix)
if(NOT EXISTS "${idiom_PLUGIN}")
  set(idiom_FOUND FALSE)
  set(idiom_NOT_FOUND_MESSAGE "there is no ${idiom_PLUGIN}")
  return()
endif()

function(idiom_use target)
  foreach(language C CXX)
    if(CMAKE_${language}_COMPILER AND NOT CMAKE_${language}_COMPILER_ID STREQUAL "Clang")
      message(FATAL_ERROR "idiom: ${CMAKE_${language}_COMPILER} is ${CMAKE_${language}_COMPILER_ID}; only clang loads the plugin")
    endif()
  endforeach()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:-fpass-plugin=${idiom_PLUGIN}>")
  get_target_property(sources ${target} SOURCES)
  set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS "${idiom_PLUGIN}")
endfunction()
