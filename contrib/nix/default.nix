# SPDX-License-Identifier: GPL-2.0-or-later
#
# awl for Nix.  Not built here: no test runs nix.  `nix-build contrib/nix` in a checkout.
{ pkgs ? import <nixpkgs> { } }:
pkgs.stdenv.mkDerivation {
  pname = "awl";
  version = "0.1.0";
  src = pkgs.lib.cleanSource ../..;
  nativeBuildInputs = [ pkgs.autoreconfHook ];
  enableParallelBuilding = true;
  meta = {
    description = "A small language for tracing Linux";
    license = pkgs.lib.licenses.gpl2Plus;
    platforms = pkgs.lib.platforms.linux;
    mainProgram = "awl";
  };
}
