import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-KWUMB7F5.js";import"./chunk-UKSPS3HR.js";import"./chunk-HCL67RSW.js";import"./chunk-MGLWK7HB.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
