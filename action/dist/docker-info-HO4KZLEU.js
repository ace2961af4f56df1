import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-LNFOZGOC.js";import"./chunk-UKSPS3HR.js";import"./chunk-IPHXJJAZ.js";import"./chunk-IH4GKXHK.js";import"./chunk-HBEY44I2.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
