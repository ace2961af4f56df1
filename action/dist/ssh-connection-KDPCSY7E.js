import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-MZQTI3QG.js";import"./chunk-PYQ6X2OH.js";import"./chunk-4KKG6CAO.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
