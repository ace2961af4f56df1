import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-DMLKD6BI.js";import"./chunk-KPNVQ3OO.js";import"./chunk-TVQETPN5.js";import"./chunk-WNETR6DX.js";import"./chunk-AAFLCIQG.js";import"./chunk-IYGAJRNH.js";import"./chunk-UIWZJBIJ.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
