import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-RXMBBHW7.js";import"./chunk-XRH2FN36.js";import"./chunk-E2DO4RCQ.js";import"./chunk-WNETR6DX.js";import"./chunk-OXRVQFME.js";import"./chunk-HSD6ZASC.js";import"./chunk-UKSPS3HR.js";import"./chunk-VBXP4WIN.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
