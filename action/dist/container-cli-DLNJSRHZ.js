import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-2FP62FYS.js";import"./chunk-KPNVQ3OO.js";import"./chunk-OSRIOKJY.js";import"./chunk-WNETR6DX.js";import"./chunk-QSTO6DZQ.js";import"./chunk-44426WGP.js";import"./chunk-S5DTNHZP.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
