import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-35QFSNHQ.js";import"./chunk-KPNVQ3OO.js";import"./chunk-WNETR6DX.js";import"./chunk-HO3B2DHB.js";import"./chunk-6VLYQYI6.js";export{a as ContainerCli};
