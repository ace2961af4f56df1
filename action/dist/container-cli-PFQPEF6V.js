import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-JZ7XGDY4.js";import"./chunk-ZJMSGGTT.js";import"./chunk-MB6W4D72.js";import"./chunk-EZEECRKO.js";import"./chunk-4TM5V3D6.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-IH4GKXHK.js";import"./chunk-HBEY44I2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
