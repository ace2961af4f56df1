import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-GCLBDOHU.js";import"./chunk-UKSPS3HR.js";import"./chunk-QLDLJHKA.js";import"./chunk-5TEP6WNC.js";import"./chunk-5MYGZ6QQ.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
