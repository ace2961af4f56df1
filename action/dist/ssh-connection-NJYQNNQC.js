import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-SITLZHW6.js";import"./chunk-UGJPUERP.js";import"./chunk-RNBTA3LD.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
