import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-55PM2RTI.js";import"./chunk-4F47VFLP.js";import"./chunk-IKNHTMZJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
