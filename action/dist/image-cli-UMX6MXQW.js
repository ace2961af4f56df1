import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-EZEECRKO.js";import"./chunk-4TM5V3D6.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-IH4GKXHK.js";import"./chunk-HBEY44I2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
