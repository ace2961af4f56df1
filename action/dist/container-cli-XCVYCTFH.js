import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-S7YG4CF6.js";import"./chunk-KPNVQ3OO.js";import"./chunk-UYNITMQV.js";import"./chunk-WNETR6DX.js";import"./chunk-YWLVCFEX.js";import"./chunk-M5YWATFD.js";import"./chunk-DRXWAUJS.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
