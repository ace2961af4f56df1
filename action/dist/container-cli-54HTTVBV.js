import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-CKUVAIQN.js";import"./chunk-XRH2FN36.js";import"./chunk-DIFGJDKB.js";import"./chunk-WNETR6DX.js";import"./chunk-NYPMSD4Z.js";import"./chunk-RE7SBASA.js";import"./chunk-UKSPS3HR.js";import"./chunk-AGUPR7IM.js";import"./chunk-WHBMDF4S.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
