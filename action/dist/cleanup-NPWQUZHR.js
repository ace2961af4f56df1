import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-6LLTU3RL.js";import"./chunk-TMSRRYBU.js";import"./chunk-RNBTA3LD.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
