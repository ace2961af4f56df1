import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-2OL3O5QF.js";import"./chunk-KPNVQ3OO.js";import"./chunk-QG7BMWMO.js";import"./chunk-WNETR6DX.js";import"./chunk-M26FBS7I.js";import"./chunk-G454NMWZ.js";import"./chunk-GO7N4OYG.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
