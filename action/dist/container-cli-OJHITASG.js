import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-KUP2HRMN.js";import"./chunk-KPNVQ3OO.js";import"./chunk-XKZFYZTO.js";import"./chunk-WNETR6DX.js";import"./chunk-DN2YAUHU.js";import"./chunk-5DA37MSN.js";import"./chunk-PTLBAI4Z.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{a as ContainerCli};
