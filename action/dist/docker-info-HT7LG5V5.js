import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-FDLLILMG.js";import"./chunk-UKSPS3HR.js";import"./chunk-JEKJVEY3.js";import"./chunk-RNBTA3LD.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
