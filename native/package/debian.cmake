# The Debian packages, one for each component: heed, heed-studio, libheed1, libheed-dev, python3-heed.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heed)
set(CPACK_PACKAGE_CONTACT "The Heed authors <heed@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

function(heed_package component name section summary) # DESCRIPTION [DEPENDS…]
  string(TOUPPER ${component} upper)
  list(POP_FRONT ARGN description)
  list(JOIN ARGN ", " depends)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${description}" PARENT_SCOPE)
  install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
  install(FILES ${papers}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component} OPTIONAL)
endfunction()

heed_package(heed heed science "Shows what a neural network attends to"
  "Type a sentence and see what a model predicts, what each word adds to the prediction, and which words look at which. This package has the command line, the page in a browser (heed page), and trained models.")
heed_package(studio heed-studio science "Desktop app of Heed: train models and look at their attention"
  "Heed Studio trains text models on your own data, and shows predictions, reasons and attention in a window."
  "heed (= ${PROJECT_VERSION})" fonts-dejavu-core)
heed_package(library libheed1 libs "C library of Heed"
  "The library opens models, predicts, explains and trains. It shows what a neural network attends to.")
heed_package(development libheed-dev libdevel "C library of Heed (development files)"
  "The header of the library, and what pkg-config and CMake read to find it."
  "libheed1 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_HEED_PACKAGE_RECOMMENDS xdg-utils)
set(CPACK_DEBIAN_HEED_PACKAGE_SUGGESTS heed-studio)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS heed)
if(python IN_LIST components)
  string(REGEX MATCH "^3\\.([0-9]+)" python_version "${PYTHON_VERSION}")
  math(EXPR next "${CMAKE_MATCH_1} + 1")
  heed_package(python python3-heed python "Python module of Heed"
    "The module opens models and gives predictions, reasons and attention maps as arrays of numpy."
    "python3 (>= ${python_version})" "python3 (<< 3.${next})" python3-numpy)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS heed)
endif()

include(CPack)
