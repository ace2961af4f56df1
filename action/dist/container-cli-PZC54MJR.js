import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-S22KXHLD.js";import"./chunk-KPNVQ3OO.js";import"./chunk-WNETR6DX.js";import"./chunk-3E2K2TK6.js";import"./chunk-6VLYQYI6.js";export{a as ContainerCli};
