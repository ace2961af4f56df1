import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-C6U3SG4T.js";import"./chunk-5BL5TZV5.js";import"./chunk-5UFWAULW.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{a as listOurs,b as removeThings};
