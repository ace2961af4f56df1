import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-T43WMKM6.js";import"./chunk-KPNVQ3OO.js";import"./chunk-WNETR6DX.js";import"./chunk-7FP6CXNQ.js";import"./chunk-6VLYQYI6.js";export{a as ContainerCli};
