import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c,d,e}from"./chunk-TZOYRTDY.js";import"./chunk-T43WMKM6.js";import"./chunk-HBDRGBYV.js";import"./chunk-KPNVQ3OO.js";import"./chunk-WNETR6DX.js";import"./chunk-7FP6CXNQ.js";import"./chunk-6VLYQYI6.js";export{d as describeDocker,b as dockerInfo,a as find,c as productOf,e as seen};
