import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-7C6EO6HY.js";import"./chunk-KPNVQ3OO.js";import"./chunk-KTDBO7EY.js";import"./chunk-WNETR6DX.js";import"./chunk-NCTNCABK.js";import"./chunk-GFCJQBUJ.js";import"./chunk-ODZFAH7E.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
