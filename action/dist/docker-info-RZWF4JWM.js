import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-5RK72HYL.js";import"./chunk-UKSPS3HR.js";import"./chunk-RLBIRO4W.js";import"./chunk-W6EIFQNW.js";import"./chunk-C3PRJ3JY.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
