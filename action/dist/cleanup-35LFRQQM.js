import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-HKRDZVKH.js";import"./chunk-3ZOW2JE4.js";import"./chunk-BT62JLPI.js";import"./chunk-SM5EL65T.js";import"./chunk-5LOKNP2H.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
