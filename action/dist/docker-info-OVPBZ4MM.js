import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-MTVGXRO2.js";import"./chunk-UKSPS3HR.js";import"./chunk-7AWRCVQ6.js";import"./chunk-REKUISMW.js";import"./chunk-5MYGZ6QQ.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
