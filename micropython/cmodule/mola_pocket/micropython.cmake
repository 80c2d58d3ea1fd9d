# The user C module `mola_pocket`, for ports that are built with CMake (ESP32, RP2040):
#     USER_C_MODULES=…/micropython/cmodule/mola_pocket/micropython.cmake, -DMOLA_POCKET_LIB=…/libmola_pocket_c.a
add_library(usermod_mola_pocket INTERFACE)
target_sources(usermod_mola_pocket INTERFACE ${CMAKE_CURRENT_LIST_DIR}/mola_pocket.c)
target_include_directories(usermod_mola_pocket INTERFACE
    ${CMAKE_CURRENT_LIST_DIR}/../../../crates/mola-pocket-c/include)
target_link_libraries(usermod_mola_pocket INTERFACE ${MOLA_POCKET_LIB})
target_link_libraries(usermod INTERFACE usermod_mola_pocket)
