import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-V257VEK6.js";import"./chunk-UKSPS3HR.js";import"./chunk-3PFV4RBA.js";import"./chunk-E6ACUOM5.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
