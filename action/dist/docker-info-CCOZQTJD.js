import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-N4VSUASE.js";import"./chunk-UKSPS3HR.js";import"./chunk-BJ4MTCCK.js";import"./chunk-426D6IKL.js";import"./chunk-MMX2U44Z.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
