import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-VLFLRPL2.js";import"./chunk-G7RHO6Q3.js";import"./chunk-HO3B2DHB.js";import"./chunk-6VLYQYI6.js";export{a as connect,b as pathIn};
