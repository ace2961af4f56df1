import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-IN2ZB3LD.js";import"./chunk-V6IIS6FN.js";import"./chunk-MGLWK7HB.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
