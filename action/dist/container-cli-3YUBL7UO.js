import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-K7EAN4JB.js";import"./chunk-KPNVQ3OO.js";import"./chunk-WXEHGX6A.js";import"./chunk-WNETR6DX.js";import"./chunk-PU5SBAVV.js";import"./chunk-RH3KMYXU.js";import"./chunk-VIMIWDAN.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
