import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-BWEGFFAE.js";import"./chunk-KPNVQ3OO.js";import"./chunk-IVO3PT2A.js";import"./chunk-WNETR6DX.js";import"./chunk-27NI7FY2.js";import"./chunk-TUFUXVJR.js";import"./chunk-WKMLRS6V.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
