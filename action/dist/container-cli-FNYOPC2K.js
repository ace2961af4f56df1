import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-5TYJ7AT5.js";import"./chunk-XRH2FN36.js";import"./chunk-43MYZ2KT.js";import"./chunk-WNETR6DX.js";import"./chunk-3PFUPVIY.js";import"./chunk-TXA4SWEE.js";import"./chunk-UKSPS3HR.js";import"./chunk-PMYZVVWS.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
